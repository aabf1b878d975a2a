const settings = { members: "Members", domains: "Domains", channel: "Channel", "connected-apps": "Connected apps" }

interface Props {
  /** The workspace's. */
  slug: string
  /** The page that they stand on; it is left out. */
  here: keyof typeof settings
}

/** The ways to a workspace's other settings, and to one's account. */
export function SettingsLinks({ slug, here }: Props) {
  const others = Object.entries(settings).filter(([page]) => page !== here)
  return (
    <p>
      {others.map(([page, name]) => (
        <span key={page}>
          <a href={`/${slug}/settings/${page}`}>{name}</a> ·{" "}
        </span>
      ))}
      <a href="/account">Your account</a>
    </p>
  )
}
