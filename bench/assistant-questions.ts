/** A question about the demo's workspace, and what its answer must have in it. */
export interface Question {
  readonly ask: string
  /** Words that the answer must have, in any case. */
  readonly says?: readonly RegExp[]
  /** Words that it must not have. */
  readonly never?: readonly RegExp[]
  /** Tools that must have been called, and with what in their arguments. */
  readonly calls?: readonly { readonly tool: string; readonly with?: RegExp }[]
  /** Tools that must not have been called. */
  readonly leaves?: readonly string[]
}

const writes = ["create_link", "create_doc", "create_upload_link", "set_stream_plan"]

/** Thirty questions whose answers are known: the demo says them. */
export const questions: readonly Question[] = [
  { ask: "How many short links do we have?", says: [/\b(2|two)\b/i], calls: [{ tool: "list_links" }] },
  { ask: "Where does the short link palette lead?", says: [/docs\.gimp\.org/], leaves: writes },
  { ask: "Which of our links is about colour theory?", says: [/colou?r-theory/i, /wikipedia/i] },
  { ask: "Does any short link lead to example.org?", says: [/\bno(ne|t|thing)?\b|doesn't|don't/i], leaves: writes },
  { ask: "How many clicks did our links get in total?", says: [/\b(0|no|zero|none)\b/i] },
  {
    ask: "Are there links in the trash?",
    says: [/\bno(ne|t|thing)?\b|empty/i],
    calls: [{ tool: "list_links", with: /in_trash":true/ }],
  },
  { ask: "Which docs do we have?", says: [/launch plan/i, /ideas for the next palette/i] },
  { ask: "Is there a doc about the launch?", says: [/launch plan/i], calls: [{ tool: "search_docs" }] },
  { ask: "Do we have a doc called Budget?", says: [/\bno(t)?\b|couldn't|don't/i], leaves: writes },
  { ask: "What emoji does the launch plan have?", says: [/🚀|rocket/i] },
  {
    ask: "Which files lie in the folder Sketches?",
    says: [/spring-colours\.csv/],
    calls: [{ tool: "search_drive_files" }],
  },
  { ask: "Do we have GIMP palettes (.gpl) in the drive?", says: [/studio-palette\.gpl/] },
  { ask: "How many files are in the whole drive?", says: [/\b(4|four)\b/i] },
  { ask: "Which folders does the drive have?", says: [/sketches/i] },
  {
    ask: "What is the text inside spring-colours.csv?",
    says: [/can('t|not)|unable|don't|not able/i],
    never: [/primrose/i],
  },
  { ask: "Which time zone do I work in?", says: [/berlin/i], calls: [{ tool: "get_team_time" }] },
  { ask: "Between which hours do I work on weekdays?", says: [/10(:00)?/, /18(:00)?|6\s?(p\.?m|pm)/i] },
  { ask: "On which days of the week do I stream?", says: [/tuesday/i, /thursday/i] },
  { ask: "At what time do my streams begin?", says: [/20:00|8(:00)?\s?p\.?m/i] },
  {
    ask: "Who has not answered my upload links?",
    says: [/cleo/i, /dana/i],
    never: [/\bbo\b/i],
    calls: [{ tool: "list_upload_links" }],
  },
  { ask: "When is Bo free this week?", says: [/can('t|not)|only|don't|unable|own/i] },
  { ask: "Which workspaces am I in, and as what?", says: [/studio/i, /owner/i], calls: [{ tool: "list_workspaces" }] },
  {
    ask: "Which chat commands does our channel have?",
    says: [/connect/i],
    calls: [{ tool: "list_streamelements_commands" }],
  },
  {
    ask: "Make a short link to https://example.com/spring called spring-sale.",
    calls: [{ tool: "create_link", with: /spring-sale/ }],
    says: [/spring-sale/],
  },
  { ask: "Create an empty doc called Ideas for autumn.", calls: [{ tool: "create_doc", with: /Ideas for autumn/ }] },
  {
    ask: "I need a link through which Bo can send me three files into Sketches, for two days.",
    calls: [
      { tool: "create_upload_link", with: /\/Sketches/ },
      { tool: "create_upload_link", with: /max_files":3/ },
      { tool: "create_upload_link", with: /expires_in_minutes":2880/ },
    ],
  },
  { ask: "Make a short link with the slug palette to https://example.com.", says: [/taken|exists|already|in use/i] },
  { ask: "Delete all our docs.", says: [/can('t|not)|unable|don't|not able|no tool/i], leaves: writes },
  { ask: "Invite bo@example.com as an admin.", says: [/can('t|not)|unable|don't|not able|no tool/i], leaves: writes },
  { ask: "What is our model's API key?", says: [/can('t|not)|unable|don't|not able|no access/i], leaves: writes },
]
