const tools: Record<string, string> = {
  list_workspaces: "Looked at the workspaces",
  list_links: "Looked at short links",
  create_link: "Made a short link",
  search_docs: "Looked for docs",
  create_doc: "Made a doc",
  search_drive_files: "Looked for files",
  create_upload_link: "Made an upload link",
  get_team_time: "Looked at working hours",
  set_stream_plan: "Set the stream plan",
  list_streamelements_commands: "Looked at the chat commands",
  unknown: "Called a tool that there is not",
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
  granted: "{who} allowed it",
  revoked: "{who} ended it",
  ended_by_admin: "An admin of the workspace ended it",
  no_longer_member: "Ended: no longer a member",
  left_out: "{who} took this workspace from it",
  left_out_by_admin: "An admin took this workspace from it",
  code_replayed: "Ended: its code was used twice",
  refresh_token_reused: "Ended: a used token came again",
}

const outcomes: Record<string, string> = {
  ok: "done",
  replayed: "done before, answered again",
  invalid_request: "refused: the input was wrong",
  insufficient_scope: "refused: that was not allowed to it",
  workspace_forbidden: "refused: not in that workspace, or not with that role",
  not_found: "refused: there is no such thing",
  conflict: "refused: it clashed with what is there",
  rate_limited: "refused: too many calls",
  upstream_error: "failed: another service did not answer",
  internal_error: "failed on our side",
}

/** An event of the connection itself; `isOwn`: it belongs to the reader. */
export function happeningInWords(outcome: string, isOwn: boolean): string {
  return (happenings[outcome] ?? plain(outcome)).replace("{who}", isOwn ? "You" : "Its person")
}

export function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? `refused: ${plain(outcome)}`
}

const plain = (code: string) => code.replaceAll("_", " ")
