const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)

const drawn: Readonly<Record<string, string>> = {
  Mod: isApple ? "⌘" : "Ctrl",
  Alt: isApple ? "⌥" : "Alt",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
}

/** The keys to press on this keyboard for a key of the table of shortcuts: `Mod-k` is ⌘ K or Ctrl K. */
export function partsOfKey(name: string): readonly string[] {
  return name.split("-").map((part) => drawn[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}
