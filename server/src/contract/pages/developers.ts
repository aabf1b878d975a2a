/** A link of the developers' navigation. */
export interface ManualLink {
  path: string
  title: string
  /** A sentence about its content. */
  about: string
}

export interface Chapter {
  id: string
  title: string
  /** Its place in the hierarchy: 1 is a chapter of the page. */
  depth: 1 | 2
}

/** The navigation of every developers' page. */
export interface Manual {
  path: string
  pages: readonly ManualLink[]
  chapters: readonly Chapter[]
}

export interface DevelopersData {
  manual: Manual
  baseUrl: string
  mcpUrl: string
  clientId: string
  mcpConfiguration: string
  limits: { what: string; aMinute: number; each: string }[]
  guides: readonly ManualLink[]
  /** The documents that this installation serves, and the content of each. */
  documents: { path: string; holds: string }[]
}

export interface GuideData {
  manual: Manual
  /** The guide as HTML, which contains no text of users. */
  html: string
  markdownPath: string
}

export interface DescribedField {
  /** The field's path, with the names of the objects around it: `offer.files[].key`. */
  name: string
  type: string
  isRequired: boolean
  description: string
  /** The schema's limits besides the type, such as `at most 64 characters`. */
  limits: readonly string[]
}

export interface FieldList {
  title: string
  description: string
  fields: readonly DescribedField[]
}

export interface JsonExample {
  summary: string
  json: string
}

export interface Sample {
  language: string
  title: string
  code: string
}

/** One cause of a refusal: its status, and the parts of its body. */
export interface Cause {
  status: string
  code: string
  message: string
  hint: string
}

export interface Answer {
  status: string
  description: string
  mediaType: string
  /** The headers that not every response has. */
  headers: readonly string[]
  parts: readonly FieldList[]
  examples: readonly JsonExample[]
  causes: readonly Cause[]
}

export interface TryField {
  name: string
  /** The name of the part of the request that contains it. */
  in: "path" | "query" | "body"
  isRequired: boolean
  value: string
}

export interface ReferenceOperation {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  inputs: readonly FieldList[]
  requests: readonly JsonExample[]
  answers: readonly Answer[]
  samples: readonly Sample[]
  /** The fields of the form that sends a request. Null: this installation does not offer one. */
  tryFields: readonly TryField[] | null
}

/** The reference of the REST API. One object for each process, so that it is drawn once. */
export interface Reference {
  manual: Manual
  baseUrl: string
  version: string
  introduction: readonly string[]
  tags: readonly { name: string; description: string }[]
  operations: readonly ReferenceOperation[]
  /** The responses that all operations share. */
  shared: Answer
  /** The headers that every response has. */
  everyHeader: readonly string[]
  headers: readonly DescribedField[]
  errorFields: readonly DescribedField[]
}

export interface ReferenceData {
  reference: Reference
}

export interface ToolRow {
  name: string
  title: string
  kind: "read" | "write"
  description: string
  scope: string
  role: string
  hints: readonly string[]
  inputs: readonly DescribedField[]
  outputs: readonly DescribedField[]
  call: string
  result: string
  /** The refusals that not every tool has. */
  causes: readonly Cause[]
}

/** The reference of the tool server. One object for each process, so that it is drawn once. */
export interface ToolReference {
  manual: Manual
  mcpUrl: string
  tools: readonly ToolRow[]
  scopes: readonly { scope: string; grants: string }[]
  /** The refusals of every tool. */
  causes: readonly Cause[]
}

export interface ToolsData {
  reference: ToolReference
}

/** Types of events whose data has the same fields. */
export interface EventGroup {
  events: readonly { type: string; sentence: string; example: string }[]
  /** The fields of `data`. */
  fields: readonly DescribedField[]
}

/** The types of events whose names begin with the same word. */
export interface EventFamily {
  id: string
  title: string
  groups: readonly EventGroup[]
}

/** The reference of the webhooks. One object for each process, so that it is drawn once. */
export interface EventReference {
  manual: Manual
  about: string
  headers: readonly DescribedField[]
  /** The fields that the bodies of all events have. */
  envelope: FieldList
  /** The meanings of a receiver's statuses. */
  responses: readonly { status: string; description: string }[]
  families: readonly EventFamily[]
}

export interface EventsData {
  reference: EventReference
}
