import type { ShareData } from "../../../../server/src/contract/pages/share.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { FileList, FileListItem } from "../../kit/file-row.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { Panel } from "../../kit/panel.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"

export function Page(share: ShareData) {
  const { path, workspaceName, name, expiresAt, pictureUrl, isFolder, way } = share
  return (
    <Frame width="narrow" reportable={path}>
      <div className="stack gap-5">
        {way.length > 0 && <Breadcrumbs way={way} />}
        <Heading
          above={
            <>
              Shared by <bdi>{workspaceName}</bdi>
            </>
          }
          below={
            expiresAt !== null && (
              <>
                Expires <When at={expiresAt} />
              </>
            )
          }
        >
          {name}
        </Heading>
        {pictureUrl !== null && <img className={`sunken ${styles.picture}`} src={pictureUrl} alt={name} />}
        <Panel label={isFolder ? "Files" : "File"}>
          <Contents {...share} />
        </Panel>
        <p className="muted smaller pretty">We don’t scan files. Open with care.</p>
      </div>
    </Frame>
  )
}

function Breadcrumbs({ way }: Pick<ShareData, "way">) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`wrap ${styles.way}`}>
        {way.map(({ name, path }) => (
          <li key={path}>
            <a href={path}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Contents({ folders, files, morePath, isFolder }: ShareData) {
  if (folders.length === 0 && files.length === 0) return <p className="muted smaller pretty">This folder is empty.</p>
  return (
    <>
      <FileList>
        {folders.map((folder) => (
          <FolderRow key={folder.path} {...folder} />
        ))}
        {files.map((file) => (
          <DownloadRow key={file.downloadPath} variant={isFolder ? "default" : "filled"} {...file} />
        ))}
      </FileList>
      {morePath !== null && (
        <ButtonLink href={morePath} variant="default" isWide>
          More files
        </ButtonLink>
      )}
    </>
  )
}

function FolderRow({ name, path }: ShareData["folders"][number]) {
  return (
    <FileListItem
      name={name}
      kind="folder"
      action={
        <ButtonLink href={path} variant="default" aria-label={`Open ${name}`}>
          Open
        </ButtonLink>
      }
    />
  )
}

type Download = ShareData["files"][number] & { variant: "default" | "filled" }

function DownloadRow({ name, sizeBytes, downloadPath, variant }: Download) {
  const { locale } = useHouse()
  return (
    <FileListItem
      name={name}
      detail={formatBytes(sizeBytes, locale)}
      action={
        <ButtonLink href={downloadPath} rel="nofollow" variant={variant} aria-label={`Download ${name}`}>
          Download
        </ButtonLink>
      }
    />
  )
}
