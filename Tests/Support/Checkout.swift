/// Where this checkout is.
package enum Checkout {
    package static let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
}
