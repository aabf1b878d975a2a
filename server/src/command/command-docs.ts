import { commandTable } from "./commands.ts"
import { exitMeanings, usageOf } from "./help.ts"

/** Returns the text of docs/command.md. */
export function commandDocs(): string {
  const sections = Object.entries(commandTable).map(([name, command]) => {
    const { help, choices, options = {}, incomplete } = command
    const rows = Object.entries(options).map(([option, { value, help }]) => `* \`--${option} ${value}\`: ${help}`)
    const parts = [
      `## ${name}`,
      `    ${usageOf(name, command)}`,
      help,
      choices && `\`${command.argument}\` is one of ${choices.map((choice) => `\`${choice}\``).join(", ")}.`,
      rows.length > 0 && rows.join("\n"),
      incomplete && `Exit code 2: ${incomplete}`,
    ]
    return parts.filter(Boolean).join("\n\n")
  })
  const codes = Object.entries(exitMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`)
  return `${introduction}
| Exit code | Meaning |
| --- | --- |
${codes.join("\n")}

${sections.join("\n\n")}
`
}

const introduction = `# The command

\`atelier\` starts an installation and looks after its data. It is the program of the package: \`npx ./atelier-0.1.0.tgz start\`
runs the service in an empty folder, and \`npm install -g ./atelier-0.1.0.tgz\` installs the command. In the folder of a
release it is \`node server/atelier.cjs\`, and from the sources \`npm run backup -- <folder>\` and the like.

It asks nothing and downloads nothing. Settings are environment variables ([Configuration](configuration.md)), the same as
the service's. With \`--json\` the result is one JSON object on standard output, and all words are on standard error; an
object with \`error\` says why a command failed. Completions: \`source <(atelier completion bash)\`.

This page is made from \`server/src/command/commands.ts\` by \`npm run docs\`.
`
