import type { DocNode } from "../../../../server/src/contract/docs/doc-node.ts"
import { type DocParts, DocText as Drawn, holdsSomething } from "../../kit/text/doc-text.tsx"
import { Empty } from "../ui/page.tsx"
import { DriveFile, DrivePicture, isLinkedKind, Mention, ObjectLink } from "./drawn/drawn-parts.tsx"

/** The read-only text of a doc, shown until the editor has loaded. */
export function ConsoleDocText({ body }: { body: DocNode }) {
  if (!holdsSomething(body)) return <Empty title="This doc is empty">This doc is empty.</Empty>
  return <Drawn body={body} parts={parts} />
}

/** The parts as members see them: with pictures and current names. */
const parts: DocParts = {
  picture: (file, alt) => <DrivePicture file={file} alt={alt} />,
  file: (file, name) => <DriveFile file={file} name={name} />,
  mention: (account, label) => <Mention account={account} label={label} />,
  link: ({ kind, ref }, label) => (isLinkedKind(kind) ? <ObjectLink kind={kind} of={ref} label={label} /> : label),
}
