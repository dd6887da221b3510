# What the scenarios listen for in a station's log: extended regular expressions, the one place that knows the
# wording.

said_met='caption: .*Hello, [A-Z][a-z]+ [A-Z][a-z]+!'
said_namesakes='caption: .*Two of us are called'
said_press='caption: .*(once|twice|times)\.'
said_waits='caption: .*Waiting for [A-Z][a-z]+ [A-Z]'
said_countdown='caption: "?3"?$'
said_hunt='caption: .*here I come'
said_found='caption: .*([Ff]ound in|found you|Found!)'
said_role='caption: .*You (hide|seek)!'
said_points='You have [0-9]+ points?'
said_cue='caption: .*([Hh]ot!|[Cc]old!)'

radio_ready='radio: .*hci'

# Each trouble, and what says that it is over. Unplugging must not be told twice in different words.
trouble_missing="caption: .*can't find my radio"
trouble_blocked='caption: .*radio is switched off'
trouble_unplugged="caption: .*(radio was unplugged|can't find my radio)"
trouble_silent='caption: .*radio does not answer'
radio_back='caption: .*radio is back'
trouble_line="caption: .*can't use my button"
line_owner_named='gpiomon'
button_back='caption: .*button works again'
trouble_network='caption: .*I have no network'
trouble_sending='network: Nothing leaves'
network_back='caption: .*network is back'
said_left='caption: .*has left'
said_back='caption: .*is back\.'
said_apart='caption: .*by radio, but not on the network'
trouble_card='no speaker'
speaker_back='caption: .*voice is back'

# The first minutes of a new board.
said_hear_me='caption: .*Did you hear me'
said_now_hold='caption: .*press and hold, until'
said_introduced='caption: .*Well done'
