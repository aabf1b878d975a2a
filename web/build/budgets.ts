/**
 * How much each page may load before it works, in kB (1,000 bytes) of gzip level 9: its scripts with all that they
 * import at once, and its style. What is loaded on demand does not count; the console's first page does not either.
 */
export const budgets = {
  public: { scripts: 20, style: 12 },
  pay: { scripts: 80, style: 12 },
  upload: { scripts: 80, style: 12 },
  console: { scripts: 150, style: 12 },
} as const

/**
 * What the console loads when a doc is opened, in the same kB: each counts what neither the console's first page, nor
 * the doc's page before it is written in, nor a row above has loaded. What sends and rescues typed words comes at once,
 * since the network may be gone when it is needed.
 */
export const onDemand = [
  { name: "collaboration", entry: "src/console/doc/collaboration/send-unsent.ts", scripts: 41 },
  { name: "editor", entry: "src/console/doc/editor/editor-pane.tsx", scripts: 180 },
] as const

/** What the assistant loads when it is opened, as a page or beside one, beyond the console's first page. */
export const assistant = {
  entries: [
    "src/console/assistant/view.tsx",
    "src/console/assistant/conversation/view.tsx",
    "src/console/assistant/beside.tsx",
  ],
  style: "src/console/assistant/assistant.css",
  budget: { scripts: 30, style: 5 },
} as const
