import { ObjectLink } from "./object-link.tsx"

export function DriveFile({ file, name }: { file: string; name: string }) {
  return <ObjectLink kind="file" of={file} label={name} />
}
