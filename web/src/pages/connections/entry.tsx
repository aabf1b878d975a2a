import { mountPage } from "../../mount.tsx"
import { ConnectionsPage } from "./page.tsx"

mountPage("connections", ConnectionsPage)
