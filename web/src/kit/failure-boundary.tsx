import { Component, type ReactNode } from "react"
import { Notice } from "./notice.tsx"

/** What stands in a page's place when drawing it failed: better than nothing at all. */
export class FailureBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main style={{ maxWidth: "36rem", margin: "4rem auto", padding: "0 1.25rem" }}>
        <Notice tone="bad" title="This page could not be shown.">
          Load it again. Nothing that you did before is lost.
        </Notice>
      </main>
    )
  }
}
