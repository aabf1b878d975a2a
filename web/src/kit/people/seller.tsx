import styles from "./seller.module.css"

interface Props {
  name: string
  /** The logo's path; null without a logo. */
  logoPath: string | null
}

export function Seller({ name, logoPath }: Props) {
  return (
    <>
      {logoPath && <img className={styles.logo} src={logoPath} height={28} alt="" />}
      <bdi>{name}</bdi>
    </>
  )
}
