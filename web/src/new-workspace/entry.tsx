import { mountPage } from "../mount.tsx"
import { NewWorkspacePage } from "./new-workspace-page.tsx"

mountPage("new-workspace", NewWorkspacePage)
