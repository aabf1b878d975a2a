const tools: Record<string, string> = {
  list_workspaces: "Viewed workspaces",
  list_links: "Viewed short links",
  create_link: "Created short link",
  search_docs: "Searched docs",
  create_doc: "Created doc",
  search_drive_files: "Searched files",
  create_upload_link: "Created upload link",
  get_team_time: "Viewed availability",
  set_stream_plan: "Set calendar",
  list_streamelements_commands: "Viewed chat commands",
  unknown: "Called an unknown tool",
}

/** The description of a tool's call; an unknown tool keeps its name. */
export function toolInWords(tool: string): string {
  return tools[tool] ?? tool
}

/** The page of a thing; undefined for a kind without a page. */
export function thingPath(workspaceSlug: string, id: string): string | undefined {
  const kind = kinds.find(({ prefix }) => id.startsWith(prefix))
  return kind && `/${workspaceSlug}${kind.path(id)}`
}

/** The kinds of things by id prefix. */
const kinds = [
  { prefix: "link_", path: (id: string) => `/links?open=${id}` },
  { prefix: "doc_", path: (id: string) => `/docs/${id}` },
  { prefix: "upload_link_", path: (id: string) => `/drive/upload-links?open=${id}` },
]

const happenings: Record<string, string> = {
  granted: "Connected by {who}",
  revoked: "Disconnected by {who}",
  ended_by_admin: "Disconnected by an admin",
  no_longer_member: "Disconnected: no longer a member",
  left_out: "Removed from this workspace by {who}",
  left_out_by_admin: "Removed from this workspace by an admin",
  code_replayed: "Disconnected: code used twice",
  refresh_token_reused: "Disconnected: token reused",
}

const outcomes: Record<string, string> = {
  ok: "Done",
  replayed: "Repeated",
  invalid_request: "Refused: invalid input",
  insufficient_scope: "Refused: no permission",
  workspace_forbidden: "Refused: no access to workspace",
  not_found: "Refused: not found",
  conflict: "Refused: conflict",
  rate_limited: "Refused: too many requests",
  upstream_error: "Failed: service unavailable",
  internal_error: "Failed",
}

/** An event of the connection itself; `isOwn`: it belongs to the reader. */
export function happeningInWords(outcome: string, isOwn: boolean): string {
  return (happenings[outcome] ?? plain(outcome)).replace("{who}", isOwn ? "you" : "the member")
}

export function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? `Refused: ${plain(outcome)}`
}

const plain = (code: string) => code.replaceAll("_", " ")
