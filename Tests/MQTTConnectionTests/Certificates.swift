/// A key that is no secret, the certificate of "localhost" and 127.0.0.1 for it, and who has signed that; all
/// three are good for a hundred years, and nothing but these tests trusts them.
enum Certificates {
    static let server = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTRK0huvNqzETQjFq
        OBx1A7ECJibSIqvjRZpxmIjuq12hRANCAAQ72+sLUm4T/T90o2g9l7A95Lv6TM8c
        Z5yNvFx5EXSk0hle4/Dj7RPRQrZGLoWjhWrn6Br9iePqg558SEOSv6tU
        -----END PRIVATE KEY-----
        -----BEGIN CERTIFICATE-----
        MIIBrzCCAVWgAwIBAgIUSxGFFS+5AyyjXuoxnEeYCGHcFOIwCgYIKoZIzj0EAwIw
        JDEiMCAGA1UEAwwZSG90ICYgQ29sZCB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMjcx
        ODAwMzNaGA8yMTI2MTEwMzE4MDAzM1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEO9vrC1JuE/0/dKNoPZewPeS7+kzPHGec
        jbxceRF0pNIZXuPw4+0T0UK2Ri6Fo4Vq5+ga/Ynj6oOefEhDkr+rVKNzMHEwGgYD
        VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0G
        A1UdDgQWBBT3676orkM4slgrRrKzo9Kc/T8rADAfBgNVHSMEGDAWgBR106TJtVRF
        nKYHEOi09cboP4C/oDAKBggqhkjOPQQDAgNIADBFAiEA15wqjcfRtc9ImvZD9SCx
        I+G7yni9J3NFbw4To6ipxogCIDpzMhT80V3TuMzYVHAz3eRYAhrpubXpwZ0d8DSZ
        vUzM
        -----END CERTIFICATE-----
        """

    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBnzCCAUWgAwIBAgIUBPuqTbVRUlk8IvYGQ7yd648Ne+owCgYIKoZIzj0EAwIw
        JDEiMCAGA1UEAwwZSG90ICYgQ29sZCB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMjcx
        ODAwMzNaGA8yMTI2MTEwMzE4MDAzM1owJDEiMCAGA1UEAwwZSG90ICYgQ29sZCB0
        ZXN0IGF1dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN17T9Ojag93
        XPwjt/lP5kNBEu4ilpMqnAwbX85F6lB3s2+bxKTxVFbvHUNVM/J5sucfTn14KnHL
        rf/aWkdOkSCjUzBRMB0GA1UdDgQWBBR106TJtVRFnKYHEOi09cboP4C/oDAfBgNV
        HSMEGDAWgBR106TJtVRFnKYHEOi09cboP4C/oDAPBgNVHRMBAf8EBTADAQH/MAoG
        CCqGSM49BAMCA0gAMEUCIQDdaxLBnuN4ATH1P95ivAbT6bI88GxO8n5VqIiuV9Pl
        MAIgS9s5dkBslaKuL/Ce0N1ieyOYZu/NLiJYmAp4YAblo2Y=
        -----END CERTIFICATE-----
        """

    /// The SHA-256 of the server's, in DER.
    static let digest: [UInt8] = [
        0x30, 0x96, 0xCE, 0xB8, 0x3A, 0x91, 0x77, 0x46, 0x4E, 0xD8, 0xD1, 0xB9, 0xE3, 0xED, 0xCA, 0xA9,
        0x64, 0x7C, 0xFC, 0xED, 0x5B, 0xE4, 0x1C, 0xD1, 0x36, 0x7E, 0xE5, 0x74, 0x19, 0xF3, 0xCC, 0x60,
    ]
}
