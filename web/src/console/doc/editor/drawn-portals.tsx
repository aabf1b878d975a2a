import { useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
import { DriveFile } from "../drawn/drive-file.tsx"
import { DrivePicture } from "../drawn/drive-picture.tsx"
import { Mention } from "../drawn/mention.tsx"
import { isLinkedKind, ObjectLink } from "../drawn/object-link.tsx"
import type { DrawnNode, DrawnNodes } from "./drawn-nodes.ts"

/** Renders the editor's pictures, files, mentions and links, the same as the read-only page does. */
export function DrawnPortals({ nodes }: { nodes: DrawnNodes }) {
  const all = useSyncExternalStore(nodes.subscribe, nodes.all)
  return all.map((node) => createPortal(<Drawn node={node} />, node.element, node.key))
}

function Drawn({ node: { type, attrs } }: { node: DrawnNode }) {
  const { file = "", alt = "", name = "", account = "", label = "", kind, ref = "" } = attrs
  if (type === "driveImage") return <DrivePicture file={file} alt={alt} />
  if (type === "driveFile") return <DriveFile file={file} name={name} />
  if (type === "mention") return <Mention account={account} label={label} />
  return isLinkedKind(kind) ? <ObjectLink kind={kind} of={ref} label={label} /> : label
}
