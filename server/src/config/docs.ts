import type { Variables } from "./variable.ts"

const introduction = `# Configuration

Atelier is configured by environment variables. A start with an unknown \`SVC_*\` name or a value
that does not fit is refused with one message that lists every fault; so is a Stripe test key beside a live one. An empty
value counts as left out.

The server is in production unless every public address is on this machine (\`localhost\`, \`*.localhost\`, \`127.*\`,
\`[::1]\`). In production it refuses to start with the sandbox processor, with outbox mail, without \`SVC_SECRET_KEY\` and
\`SVC_MAIL_FROM\`, or with an address that is not https; it warns when short links or files share the authorization
server's origin.

Values marked **Secret** are never printed. Each may be in a file instead: \`SVC_SECRET_KEY_FILE=/run/secrets/secret-key\` is
\`SVC_SECRET_KEY\` with the file's content, without white space at both ends. A file that is missing or empty refuses the
start.

This page is made from \`server/src/config/variables.ts\` by \`npm run docs\`.
`

export function configurationDocs(table: Variables): string {
  const rows = Object.values(table).map(({ name, default: fallback, secret, help }) => {
    const value = fallback ? `\`${fallback}\`` : "—"
    return `| \`${name}\` | ${value} | ${help.replaceAll("|", "\\|")}${secret ? " **Secret.**" : ""} |`
  })
  return `${introduction}\n| Variable | Default | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`
}
