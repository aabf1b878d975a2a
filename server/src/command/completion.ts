import type { Asked, CommandResult, CommandTable } from "./outcome.ts"

type Shell = "bash" | "zsh" | "fish"

export async function printCompletion({ argument }: Asked, table: CommandTable): Promise<CommandResult> {
  const shell = argument as Shell
  const script = scripts[shell](table)
  return { text: script, data: { shell, script } }
}

/** Lists the possible next words of a command line: words of names, options, choices. */
export function wordsAfter(table: CommandTable, words: string): readonly string[] {
  const command = table[words]
  const names = [...Object.keys(table), "help"].filter((name) => words === "" || name.startsWith(`${words} `))
  const next = names.map((name) => name.slice(words === "" ? 0 : words.length + 1).split(" ")[0] ?? "")
  const options = Object.keys(command?.options ?? {}).map((option) => `--${option}`)
  const common = command ? ["--help", ...(command.isService ? [] : ["--json"])] : []
  return [...new Set([...next, ...(command?.choices ?? []), ...options, ...common])]
}

/** Each beginning of a line after which the completion knows more. */
const beginnings = (table: CommandTable) => {
  const names = Object.keys(table)
  return [...new Set(["", ...names.map((name) => name.split(" ")[0] ?? ""), ...names])]
}

/** A function of bash and zsh: prints what may follow the words of a name, and nothing for other words. */
const choose = (table: CommandTable) => `_atelier_words() {
  case "$1" in
${beginnings(table)
  .map((words) => `    "${words}") printf '%s' "${wordsAfter(table, words).join(" ")}" ;;`)
  .join("\n")}
  esac
}`

/** Folders and values of options are no part of the name. */
const takeName = `    next="\${name:+$name }$word"
    if [[ -n "$(_atelier_words "$next")" ]]; then name="$next"; fi`

const scripts: Record<Shell, (table: CommandTable) => string> = {
  bash: (table) => `# bash completion of atelier: source it, or put it into /etc/bash_completion.d.
${choose(table)}
_atelier() {
  local word next name=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${takeName}
  done
  COMPREPLY=($(compgen -W "$(_atelier_words "$name")" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _atelier atelier
`,
  zsh: (table) => `#compdef atelier
# zsh completion of atelier: put it into a folder of $fpath as _atelier, or evaluate it after compinit.
${choose(table)}
_atelier() {
  local word next name=""
  for word in "\${words[@]:1:CURRENT-2}"; do
${takeName}
  done
  compadd -- \${(s: :)"$(_atelier_words "$name")"} || _files
}
compdef _atelier atelier
`,
  fish: (table) => {
    const lines = beginnings(table).flatMap((words) =>
      wordsAfter(table, words).map((word) => {
        const isIn = words === "" ? "__fish_use_subcommand" : `__atelier_has ${words}`
        const help = (
          table[`${words} ${word}`.trim()]?.help ??
          table[words]?.options?.[word.slice(2)]?.help ??
          ""
        ).replaceAll("'", "\\\\'")
        const form = word.startsWith("--") ? `-l ${word.slice(2)}${isFlag(word) ? "" : " -r"}` : `-f -a ${word}`
        return `complete -c atelier -n '${isIn}' ${form}${help && ` -d '${help}'`}`
      }),
    )
    return `# fish completion of atelier: put it into ~/.config/fish/completions/atelier.fish.
function __atelier_has
  set -l before (string match -v -- '-*' (commandline -opc))[2..]
  test "$before[1..$(count $argv)]" = "$argv"
end
${lines.join("\n")}
`
  },
}

const isFlag = (word: string) => word === "--help" || word === "--json"
