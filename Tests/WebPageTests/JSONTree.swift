@testable import Journaling

/// For tests that look at what was written rather than at what was meant.
extension JSONTree {
    subscript(key: String) -> JSONTree? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    subscript(index: Int) -> JSONTree? {
        if case .list(let items) = self, items.indices.contains(index) { items[index] } else { nil }
    }

    var keys: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }
}
