/**
 * Load budgets per page, in kB (1,000 bytes) of gzip level 9: the entry script with its static imports, and the style.
 * Scripts loaded on demand, and those of the console's first page, do not count.
 */
export const budgets = {
  public: { scripts: 20, style: 12 },
  pay: { scripts: 82, style: 12 },
  embed: { scripts: 83, style: 12 },
  upload: { scripts: 80, style: 12 },
  console: { scripts: 150, style: 12 },
} as const

/**
 * Budgets for opening a doc, in the same kB. Each row counts only what neither the console's first page, nor the doc's
 * read-only page, nor an earlier row has loaded. The code that sends and rescues edits is loaded immediately, because
 * the network may be down when it is needed.
 */
export const onDemand = [
  { name: "collaboration", entry: "src/console/doc/collaboration/send-unsent.ts", scripts: 41 },
  { name: "editor", entry: "src/console/doc/editor/editor-pane.tsx", scripts: 180 },
] as const

/** The assistant's budget, beyond the console's first page. It may open as a page or as a panel. */
export const assistant = {
  entries: [
    "src/console/assistant/view.tsx",
    "src/console/assistant/conversation/view.tsx",
    "src/console/assistant/beside.tsx",
  ],
  style: "src/console/assistant/assistant.css",
  budget: { scripts: 30, style: 5 },
} as const
