import { execFileSync } from "node:child_process"

const program = `import dkim, json, sys
asked = json.load(sys.stdin)
found = dkim.DKIM(asked["message"].encode().replace(b"\\r\\n", b"\\n").replace(b"\\n", b"\\r\\n"))
records = {name.encode(): text.encode() for name, text in asked["records"].items()}
is_valid = found.verify(dnsfunc=lambda name, timeout=5: records.get(name))
print(json.dumps([name.decode().lower() for name, value in found.signed_headers] if is_valid else None))`

/**
 * The names of the fields that a valid DKIM signature of a message signs; undefined if the signature is not valid.
 * @param records the TXT records in DNS, by name with a dot at its end
 */
export function verifyDkim(message: string, records: Readonly<Record<string, string>>): readonly string[] | undefined {
  const input = JSON.stringify({ message, records })
  return JSON.parse(execFileSync("/usr/bin/python3", ["-c", program], { input, encoding: "utf8" })) ?? undefined
}
