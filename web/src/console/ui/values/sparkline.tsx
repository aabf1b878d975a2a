import styles from "./sparkline.module.css"

interface Props {
  /** At least two, the oldest first. */
  values: readonly number[]
  label: string
}

const [width, height, edge] = [64, 16, 1.5]

/** A small line without axes, for a table's cell. */
export function Sparkline({ values, label }: Props) {
  const most = Math.max(...values, 1)
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width
    const y = height - edge - (value / most) * (height - 2 * edge)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      data-none={values.every((value) => value === 0) || undefined}
    >
      <polyline points={points.join(" ")} />
    </svg>
  )
}
