/// Whether a byte is a space or a tab.
@inlinable
package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Whether a byte is LF or CR.
@inlinable
package func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
