/** An inline node. `link` is a link as written; the renderer decides whether it becomes one. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "break" }
  | { readonly type: "em" | "strong" | "strike"; readonly inside: readonly Inline[] }
  | { readonly type: "link"; readonly to: string; readonly inside: readonly Inline[] }
  | { readonly type: "cited"; readonly kind: string; readonly id: string; readonly text: string }

/** Counts the parser's steps, so that a test can check that they grow linearly. */
export interface Steps {
  count: number
}

export type MarkdownBlock =
  | { readonly type: "paragraph"; readonly inside: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly inside: readonly Inline[] }
  | { readonly type: "code"; readonly language: string; readonly text: string }
  | { readonly type: "quote"; readonly inside: readonly MarkdownBlock[] }
  | { readonly type: "list"; readonly start: number | null; readonly items: readonly (readonly MarkdownBlock[])[] }
  | { readonly type: "table"; readonly head: MarkdownRow; readonly rows: readonly MarkdownRow[] }
  | { readonly type: "rule" }

export type MarkdownRow = readonly (readonly Inline[])[]
