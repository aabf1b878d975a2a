import type { NodeViewRenderer } from "@tiptap/core"
import { openListeners } from "../../listeners.ts"

/** A node that React renders into an element of the editor. */
export interface DrawnNode {
  key: string
  element: HTMLElement
  type: string
  attrs: Readonly<Record<string, string>>
}

/** The React-rendered nodes of one editor. */
export interface DrawnNodes {
  /** Returns a new array after each change. */
  all(): readonly DrawnNode[]
  subscribe(listener: () => void): () => void
  /** The node view for these types. */
  view: NodeViewRenderer
}

/** Tracks the nodes that React renders. They contain no editable text. */
export function openDrawnNodes(): DrawnNodes {
  let nodes: readonly DrawnNode[] = []
  let count = 0
  const { subscribe, tell } = openListeners()
  const show = (next: readonly DrawnNode[]) => {
    nodes = next
    // The editor may create views during a React render.
    queueMicrotask(tell)
  }
  return {
    all: () => nodes,
    subscribe,
    view: ({ node }) => {
      const { name: type } = node.type
      const element = document.createElement(node.isInline ? "span" : "div")
      element.dataset.drawn = type
      element.contentEditable = "false"
      count += 1
      const key = String(count)
      show([...nodes, { key, element, type, attrs: node.attrs }])
      return {
        dom: element,
        update: (next) => {
          if (next.type.name !== type) return false
          const isSame = JSON.stringify(next.attrs) === JSON.stringify(nodes.find((one) => one.key === key)?.attrs)
          if (!isSame) show(nodes.map((one) => (one.key === key ? { ...one, attrs: next.attrs } : one)))
          return true
        },
        destroy: () => show(nodes.filter((one) => one.key !== key)),
        ignoreMutation: () => true,
      }
    },
  }
}
