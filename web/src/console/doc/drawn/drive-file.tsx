import { ObjectLink } from "./object-link.tsx"

/** A file of the drive, on a line of its own. */
export function DriveFile({ file, name }: { file: string; name: string }) {
  return <ObjectLink kind="file" of={file} label={name} />
}
