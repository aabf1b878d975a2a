import styles from "./contact.module.css"

interface Props {
  /** An email address, or a URL that begins with https://. */
  contact: string
}

/** The seller's contact, for buyers with a question. */
export function SellerContact({ contact }: Props) {
  const isPage = contact.startsWith("https://")
  const [local = "", domain = ""] = contact.split("@")
  const href = isPage ? contact : `mailto:${encodeURIComponent(local)}@${domain}`
  return (
    <p className={`muted breaks ${styles.contact}`}>
      Questions? Contact{" "}
      <a href={href} rel="nofollow noopener noreferrer">
        <bdi>{isPage ? contact.replace(/^https:\/\/|\/$/g, "") : contact}</bdi>
      </a>
    </p>
  )
}
