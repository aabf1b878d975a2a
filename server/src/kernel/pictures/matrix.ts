export type Vector = readonly [number, number, number]

export type Matrix = readonly [Vector, Vector, Vector]

export function ofColumns([one, two, three]: readonly [Vector, Vector, Vector]): Matrix {
  return [
    [one[0], two[0], three[0]],
    [one[1], two[1], three[1]],
    [one[2], two[2], three[2]],
  ]
}

export function multiply([one, two, three]: Matrix, of: Vector): Vector {
  return [dot(one, of), dot(two, of), dot(three, of)]
}

export function chain(after: Matrix, before: Matrix): Matrix {
  const [one, two, three] = ofColumns(before)
  return ofColumns([multiply(after, one), multiply(after, two), multiply(after, three)])
}

export function diagonal([one, two, three]: Vector): Matrix {
  return [
    [one, 0, 0],
    [0, two, 0],
    [0, 0, three],
  ]
}

export function invert(matrix: Matrix): Matrix {
  const [one, two, three] = ofColumns(matrix)
  const size = dot(one, cross(two, three))
  const divide = ([x, y, z]: Vector): Vector => [x / size, y / size, z / size]
  return [divide(cross(two, three)), divide(cross(three, one)), divide(cross(one, two))]
}

const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

function cross(one: Vector, other: Vector): Vector {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ]
}
