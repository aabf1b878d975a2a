import { type ComponentType, lazy } from "react"
import { Button } from "../button.tsx"
import { Notice } from "../notice.tsx"
import { reloadOr } from "./reload-once.ts"

/** A component whose script is loaded when it is first shown. If that fails, the page reloads, or a notice says why not. */
export function loadWhenShown<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => reloadOr<ComponentType>(() => NotLoaded)) }))
}

function NotLoaded() {
  return (
    <Notice tone="bad" title="This part of the page could not be loaded.">
      A newer version may have replaced it. Copy what you typed here, then reload the page.{" "}
      <Button variant="link" onClick={() => location.reload()}>
        Reload
      </Button>
    </Notice>
  )
}
