import type { NodeViewRenderer } from "@tiptap/core"
import { openListeners } from "../../listeners.ts"

/** A node of the text that React draws, in an element that the editor has made for it. */
export interface DrawnNode {
  key: string
  element: HTMLElement
  /** The name of its type. */
  type: string
  attrs: Readonly<Record<string, string>>
}

/** The nodes of one editor that React draws. */
export interface DrawnNodes {
  /** Changes its identity with each change. */
  all(): readonly DrawnNode[]
  subscribe(listener: () => void): () => void
  /** What makes the views of one type of nodes. */
  view: NodeViewRenderer
}

/** Keeps the nodes that React draws. They hold no text that could be typed in. */
export function openDrawnNodes(): DrawnNodes {
  let nodes: readonly DrawnNode[] = []
  let count = 0
  const { subscribe, tell } = openListeners()
  const show = (next: readonly DrawnNode[]) => {
    nodes = next
    // The editor makes views while React may be drawing.
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
