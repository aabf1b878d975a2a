import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { Avatar } from "../../kit/people/avatar.tsx"
import spoken from "../../kit/spoken.module.css"
import { here } from "../console-data.ts"
import type { OpenDoc } from "./collaboration/open-doc.ts"
import { othersHere, type Present } from "./collaboration/presence.ts"
import styles from "./who-is-here.module.css"

/** People beyond this number are shown as a count. */
const most = 4

/** The other people in the doc. Arrivals and departures are announced to screen readers. */
export function WhoIsHere({ open }: { open: OpenDoc }) {
  const others = useOthers(open).filter(({ account }) => account !== here().accountId)
  const names = others.map(({ name }) => name).join(", ")
  return (
    <>
      <CameAndWent others={others} isOnline={open.state().isOnline} />
      {others.length > 0 && (
        <ul className={`flex ${styles.people}`} aria-label="Here now" title={names}>
          {others.slice(0, most).map(({ account, name, color }) => (
            <li key={account}>
              <Avatar accountId={account} name={name} color={color} size={28} />
              <span className={spoken.spoken}>{name}</span>
            </li>
          ))}
          {others.length > most && (
            <li className={styles.more}>
              +{others.length - most}
              <span className={spoken.spoken}> more</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function useOthers({ awareness }: OpenDoc): readonly Present[] {
  const known = useRef<readonly Present[]>([])
  return useSyncExternalStore(
    (listener) => {
      awareness.on("change", listener)
      return () => awareness.off("change", listener)
    },
    () => {
      const now = othersHere(awareness)
      if (JSON.stringify(now) !== JSON.stringify(known.current)) known.current = now
      return known.current
    },
  )
}

/** Announces who came and who left. While offline, the list is not trusted. */
function CameAndWent({ others, isOnline }: { others: readonly Present[]; isOnline: boolean }) {
  const [said, say] = useState("")
  const before = useRef<readonly Present[]>([])
  useEffect(() => {
    if (!isOnline) return
    const without = (some: readonly Present[], others: readonly Present[]) =>
      some.filter(({ account }) => !others.some((other) => other.account === account)).map(({ name }) => name)
    const [came, went] = [without(others, before.current), without(before.current, others)]
    before.current = others
    const sentences = [came.length > 0 && `${came.join(", ")} joined.`, went.length > 0 && `${went.join(", ")} left.`]
    if (came.length + went.length > 0) say(sentences.filter(Boolean).join(" "))
  }, [others, isOnline])
  return (
    <span role="status" className={spoken.spoken}>
      {said}
    </span>
  )
}
