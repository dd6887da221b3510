// room Audio
