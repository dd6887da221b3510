# What the scenarios listen for in a station's log: extended regular expressions, the one place that knows the wording.

said_press='caption: .*(once|twice|time)'
said_countdown='caption: .*(Three|Ten|Get ready)'
said_hunt='caption: .*(hunt|Go!|Ready or not)'
said_fanfare='caption: .*([Ff]anfare|[Ff]ound)'

# Each trouble: what announces it, and what says it is over.
trouble_missing='[Nn]o (Bluetooth )?(adapter|controller|radio)'
trouble_blocked='blocked'
trouble_unplugged='(unplugged|gone|missing|[Nn]o (Bluetooth )?(adapter|controller|radio))'
trouble_silent='(not answering|does not answer|stopped answering)'
trouble_card='([Ss]peaker|[Ss]ound|card).*(unplugged|gone|missing|[Nn]o )'
trouble_line='(in use|used by|taken).*gpiomon|gpiomon.*(in use|used|taken)|line .*in use'
radio_ready='radio.*(ready|back)'
speaker_ready='(speaker|sound|card).*(ready|back)'
button_ready='(button|line).*(ready|back)'
said_rejoined='(rejoin|back in the (game|round)|[Ww]elcome back)'
hearing_beacon='caption: .*([Hh]ot|[Cc]old|[Ww]arm)'
