import { mountPage } from "../../mount.tsx"
import { NewWorkspacePage } from "./page.tsx"

mountPage("new-workspace", NewWorkspacePage)
