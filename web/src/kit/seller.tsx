import styles from "./seller.module.css"

interface Props {
  name: string
  /** Of its picture; null where it has none. */
  logoPath: string | null
}

/** Who sells: the name, behind the logo where there is one. */
export function Seller({ name, logoPath }: Props) {
  return (
    <>
      {logoPath && <img className={styles.logo} src={logoPath} height={28} alt="" />}
      <bdi>{name}</bdi>
    </>
  )
}
