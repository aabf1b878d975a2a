import { useQuery } from "@tanstack/react-query"
import styles from "../../../kit/doc-text.module.css"
import { readOf } from "../../ask.ts"

interface Props {
  account: string
  /** What they were called when they were named. */
  label: string
}

/** A member who is named in the text, as they are called now. */
export function Mention({ account, label }: Props) {
  const { data } = useQuery(readOf("list-members", {}))
  const member = data?.items.find(({ accountId }) => accountId === account)
  return (
    <span className={styles.mention} data-own={member?.isCaller || undefined}>
      @<bdi>{member ? member.name || member.email : label}</bdi>
    </span>
  )
}
