import Runtime
import Testing

@Suite struct FolderTests {
    @Test(arguments: [
        ("name", ".", "name"), ("./name", ".", "name"), ("/name", "/", "name"), ("/a/b/name", "/a/b", "name"),
        ("a/", "a", ""), ("/", "/", ""), ("", ".", ""), ("a//b", "a/", "b"),
    ])
    func aPathIsAFolderAndAName(_ path: String, _ folder: String, _ name: String) {
        #expect(Folder.parts(of: path).folder == folder)
        #expect(Folder.parts(of: path).name == name)
    }
}
