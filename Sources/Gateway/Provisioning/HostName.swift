/// The name of a machine in its network: one label of letters, digits and hyphens (RFC 1123, 2.1).
struct HostName: Equatable, Sendable, CustomStringConvertible {
    /// To be read after "has to be".
    static let allowed = "1 to 63 letters, digits and hyphens"

    let description: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-"),
            bytes.last != UInt8(ascii: "-"),
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        // Names are compared without regard to capitals (RFC 4343), and shown in small letters.
        description = text.lowercased()
    }
}

/// A country, for what its law allows a radio: two letters of ISO 3166-1.
struct CountryCode: Equatable, Sendable, CustomStringConvertible {
    /// To be read after "has to be".
    static let allowed = "the two letters of a country, such as \"DE\", \"GB\" or \"US\""

    let description: String

    init?(_ text: String) {
        let code = text.uppercased()
        guard text.utf8.count == 2, Self.all.contains(Substring(code)) else { return nil }
        description = code
    }

    /// The assigned codes, as the tz database lists them.
    private static let all = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT \
        BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH \
        ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT \
        HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS \
        LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI \
        NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG \
        SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG \
        UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(separator: " "))
}
