/**
 * The keys of every shortcut, by the place where it works. A place inside another one owns its keys there. The syntax is
 * ProseMirror's: `Mod` is ⌘ on Apple's systems, and Ctrl elsewhere. `keys-sheet.tsx` says what each one does.
 */
export const consoleKeys = {
  everywhere: {
    search: ["Mod-k"],
    assistant: ["Mod-j"],
    create: ["c"],
    find: ["/"],
    help: ["?"],
    close: ["Escape"],
  },
  lists: { move: ["ArrowUp", "ArrowDown", "j", "k"], open: ["Enter"], select: ["x"] },
  docs: {
    insert: ["/"],
    format: ["Alt-F10"],
    heading1: ["Mod-Alt-1"],
    heading2: ["Mod-Alt-2"],
    heading3: ["Mod-Alt-3"],
    bullets: ["Mod-Shift-8"],
    numbers: ["Mod-Shift-7"],
    checks: ["Mod-Shift-9"],
    quote: ["Mod-Shift-b"],
    codeBlock: ["Mod-Alt-c"],
    bold: ["Mod-b"],
    italic: ["Mod-i"],
    strike: ["Mod-Shift-s"],
    code: ["Mod-e"],
    link: ["Mod-k"],
    undo: ["Mod-z"],
    redo: ["Mod-Shift-z"],
  },
} as const
