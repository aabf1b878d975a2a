import { colorPlace, peopleColors } from "../../../../server/src/contract/people-colors.ts"
import styles from "./avatar.module.css"
import { initialsOf } from "./initials.ts"

interface Props {
  accountId: string
  /** The name, or the email of an account without one. */
  name: string
  /** Another color than the account's own. */
  color?: string | undefined
  size?: number
}

/** A person's initials on their color. Screen readers skip it, because the name is beside it. */
export function Avatar({ accountId, name, color = peopleColors[colorPlace(accountId)], size = 24 }: Props) {
  return (
    <svg className={styles.avatar} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={color} />
      <text x="16" y="16" dy=".35em" fill="#fff" fontSize="14" fontWeight="700" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}

export function NamedAvatar({ accountId, name }: Pick<Props, "accountId" | "name">) {
  return (
    <span className={`middle gap-2 shrinks ${styles.named}`}>
      <Avatar accountId={accountId} name={name} />
      <bdi>{name}</bdi>
    </span>
  )
}
