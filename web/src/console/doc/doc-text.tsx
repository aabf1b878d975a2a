import type { DocNode } from "../../../../server/src/contract/docs/doc-node.ts"
import { type DocParts, DocText as Drawn, holdsSomething } from "../../kit/doc-text.tsx"
import { Empty } from "../ui/page.tsx"
import { DriveFile } from "./drawn/drive-file.tsx"
import { DrivePicture } from "./drawn/drive-picture.tsx"
import { Mention } from "./drawn/mention.tsx"
import { isLinkedKind, ObjectLink } from "./drawn/object-link.tsx"

/** The text of a doc, to be read: what stands there until the editor has come, and where it cannot. */
export function DocText({ body }: { body: DocNode }) {
  if (!holdsSomething(body)) return <Empty title="Nothing is written here yet">This doc is empty.</Empty>
  return <Drawn body={body} parts={parts} />
}

/** As members see it: with pictures, and with names and titles as they are now. */
const parts: DocParts = {
  picture: (file, alt) => <DrivePicture file={file} alt={alt} />,
  file: (file, name) => <DriveFile file={file} name={name} />,
  mention: (account, label) => <Mention account={account} label={label} />,
  link: ({ kind, ref }, label) => (isLinkedKind(kind) ? <ObjectLink kind={kind} of={ref} label={label} /> : label),
}
