// room GPIO
