import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import styles from "./cover.module.css"
import { Pattern } from "./pattern.tsx"

/** An offer's picture, or tiles derived from its title. */
export function Cover({ cover, title, tiles }: { cover: PayData["cover"]; title: string; tiles: number }) {
  if (!cover) return <Pattern text={title} tiles={tiles} />
  return (
    <img className={`sunken wide ${styles.cover}`} src={cover.url} width={cover.width} height={cover.height} alt="" />
  )
}
