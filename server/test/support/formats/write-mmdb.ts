/** An IPv4 network such as `1.2.0.0/16`, and the code of its country. */
interface Placed {
  network: string
  country: string
}

type Node = [Leaf | Node | undefined, Leaf | Node | undefined]
type Leaf = { country: string }

/** Writes a database of IPv4 networks in MaxMind's format (https://maxmind.github.io/MaxMind-DB/). */
export function writeMmdb(placed: readonly Placed[]): Buffer {
  const root: Node = [undefined, undefined]
  for (const { network, country } of placed) put(root, bitsOf(network), { country })
  const nodes: Node[] = []
  collect(root, nodes)
  const data: Buffer[] = []
  const offsets = new Map<string, number>()
  for (const { country } of placed) {
    if (offsets.has(country)) continue
    offsets.set(
      country,
      data.reduce((sum, { length }) => sum + length, 0),
    )
    data.push(map({ country: map({ iso_code: text(country) }) }))
  }
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [at, node] of nodes.entries()) {
    for (const [side, next] of node.entries())
      tree.writeUIntBE(recordOf(next, { nodes, offsets }), at * 6 + side * 3, 3)
  }
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    metadata(nodes.length),
  ])
}

function put(root: Node, bits: string, leaf: Leaf): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit === "1" ? 1 : 0]
    if (Array.isArray(next)) node = next
    else {
      const made: Node = [undefined, undefined]
      node[bit === "1" ? 1 : 0] = made
      node = made
    }
  }
  node[bits.at(-1) === "1" ? 1 : 0] = leaf
}

/** The bits of an IPv4 network in the tree of IPv6 addresses. */
function bitsOf(network: string): string {
  const [address = "", length = "32"] = network.split("/")
  const bits = address
    .split(".")
    .map((part) => Number(part).toString(2).padStart(8, "0"))
    .join("")
  return "0".repeat(96) + bits.slice(0, Number(length))
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node)
  for (const next of node) if (Array.isArray(next)) collect(next, nodes)
}

interface Written {
  nodes: readonly Node[]
  offsets: ReadonlyMap<string, number>
}

function recordOf(next: Leaf | Node | undefined, { nodes, offsets }: Written): number {
  if (next === undefined) return nodes.length
  if (Array.isArray(next)) return nodes.indexOf(next)
  return nodes.length + 16 + (offsets.get(next.country) ?? 0)
}

const metadata = (nodeCount: number) =>
  map({
    node_count: number(6, nodeCount, 4),
    record_size: number(5, 24, 2),
    ip_version: number(5, 6, 2),
    database_type: text("Test-Country"),
    languages: Buffer.of(0, 4), // an empty array
    binary_format_major_version: number(5, 2, 2),
    binary_format_minor_version: number(5, 0, 2),
    build_epoch: Buffer.concat([Buffer.of(8, 2), Buffer.alloc(8)]),
    description: map({}),
  })

const text = (value: string) => Buffer.concat([Buffer.of((2 << 5) | value.length), Buffer.from(value)])

function number(type: 5 | 6, value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return Buffer.concat([Buffer.of((type << 5) | size), bytes])
}

function map(entries: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(entries).flatMap(([name, value]) => [text(name), value])
  return Buffer.concat([Buffer.of((7 << 5) | Object.keys(entries).length), ...parts])
}
