import { type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react"
import { keepBusy, markReady, whenIdle } from "./busy.ts"

/**
 * Marks the page as ready once everything is drawn. React commits a transition after all updates that were made before
 * it. So what ended last is in the document by then.
 */
export function Ready({ children }: { children?: ReactNode }) {
  const [, settle] = useState({})
  useEffect(() => whenIdle(() => startTransition(() => settle({}))), [])
  useEffect(markReady)
  return children
}

/** Keeps the page busy while `isUnderWay`. */
export function useBusy(part: Parameters<typeof keepBusy>[0], isUnderWay: boolean): void {
  useLayoutEffect(() => (isUnderWay ? keepBusy(part) : undefined), [part, isUnderWay])
}

/** Shows `meanwhile` while a part of the page loads, and keeps the page busy. */
export function WhileLoading({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<Loads>{meanwhile}</Loads>}>{children}</Suspense>
}

function Loads({ children }: { children: ReactNode }) {
  useBusy("parts", true)
  return children
}
