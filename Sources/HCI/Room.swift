// room HCI
