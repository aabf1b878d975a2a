import styles from "../../../kit/text/doc-text.module.css"
import { useRead } from "../../ask.ts"

interface Props {
  account: string
  /** The member's name when they were mentioned. */
  label: string
}

/** A mention of a member by their current name. */
export function Mention({ account, label }: Props) {
  const { data } = useRead("list-members", {})
  const member = data?.items.find(({ accountId }) => accountId === account)
  return (
    <span className={styles.mention} data-own={member?.isCaller || undefined}>
      @<bdi>{member ? member.name || member.email : label}</bdi>
    </span>
  )
}
