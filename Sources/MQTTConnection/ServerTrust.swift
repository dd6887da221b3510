import Crypto
import MQTT
import NIOCore
import NIOPosix
import NIOSSL
import Runtime

/// Who a broker has to be, and what is wrong if it is not.
enum ServerTrust {
    /// Nil for a connection without TLS.
    static func handler(
        for address: BrokerAddress
    ) throws -> (@Sendable () throws -> NIOSSLClientHandler)? {
        guard let security = address.security else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        if case .authority(let path) = security {
            // Read here: a file that is not there has to be told from one that has not signed.
            do {
                configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path))
            } catch {
                throw ConnectionTrouble.unreadable(path)
            }
        }
        // A certificate that is known by heart may have any name.
        if case .pinned = security { configuration.certificateVerification = .noHostnameVerification }
        let context = try NIOSSLContext(configuration: configuration)
        // An address is no name (RFC 6066, 3), and is compared with those in the certificate all the same.
        let name = (try? SocketAddress(ipAddress: address.host, port: 0)) == nil ? address.host : nil
        guard case .pinned(let digest) = security else {
            return { try NIOSSLClientHandler(context: context, serverHostname: name) }
        }
        return {
            try NIOSSLClientHandler(
                context: context, serverHostname: name,
                customVerificationCallback: { certificates, promise in
                    let leaf = try? certificates.first?.toDERBytes()
                    let isIt = leaf.map { Array(SHA256.hash(data: $0)) == digest } ?? false
                    promise.succeed(isIt ? .certificateVerified : .failed)
                })
        }
    }

    /// What an error of the system or of the library means.
    static func trouble(_ error: any Error) -> ConnectionTrouble {
        switch error {
        case let trouble as ConnectionTrouble: trouble
        case let error as NIOSSLError:
            switch error {
            case .uncleanShutdown: .ended
            default: .untrusted(reason(error))
            }
        case is BoringSSLError, is NIOSSLExtraError: .untrusted(reason(error))
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first?.error {
                .unreachable(reason(first))
            } else {
                .unreachable("there is no such name")
            }
        case is IOError, is ChannelError: .unreachable(reason(error))
        default: .unreachable(reason(error))
        }
    }

    /// The library names its own files and lines; people are told what it is about.
    private static func objection(_ text: String) -> String {
        let known = [
            ("CERTIFICATE_VERIFY_FAILED", "nobody who is trusted has signed its certificate"),
            ("WRONG_VERSION_NUMBER", "it does not speak TLS"),
            ("ostname", "its certificate is for another name"),
        ]
        return known.first { text.contains($0.0) }?.1 ?? String(text.prefix(60))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: FileTrouble.reason(error.errnoCode)
        case ChannelError.connectTimeout: "no answer"
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: objection("\(error)")
        default: String("\(error)".prefix(120))
        }
    }
}
