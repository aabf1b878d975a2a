import type { Deployment } from "kubernetes-types/apps/v1.js"
import type { CronJob } from "kubernetes-types/batch/v1.js"
import type { PersistentVolumeClaim, Service } from "kubernetes-types/core/v1.js"
import type { NetworkPolicy } from "kubernetes-types/networking/v1.js"
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1.js"
import { backupContainer, podDefaults, ports, serviceContainer, temporary } from "./pod.ts"

/** The images of a release, each by its digest. */
export interface ImagesByDigest {
  readonly service: string
  readonly tools: string
}

const processes = 2
const name = "atelier"
const labels = { "app.kubernetes.io/name": name }
const backupLabels = { "app.kubernetes.io/name": "atelier-backup" }

export function manifests(images: ImagesByDigest) {
  return [deployment(images.service), service, disruptionBudget, networkPolicy, backupVolume, backups(images.tools)]
}

function deployment(image: string): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      replicas: processes,
      selector: { matchLabels: labels },
      // During a rollout there is one process more, never one less.
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          ...podDefaults,
          // The sleep before a stop, ten seconds of it, and some more.
          terminationGracePeriodSeconds: 30,
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: labels },
            },
          ],
          containers: [serviceContainer(image, processes + 1)],
          volumes: [temporary],
        },
      },
    },
  }
}

const service: Service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, labels },
  spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] },
}

const disruptionBudget: PodDisruptionBudget = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name, labels },
  spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
}

/** Only the namespace `monitoring` reaches the operations port. */
const networkPolicy: NetworkPolicy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name, labels },
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ["Ingress"],
    ingress: [
      { ports: [{ port: ports.http }] },
      {
        from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
        ports: [{ port: ports.operations }],
      },
    ],
  },
}

const backupVolume: PersistentVolumeClaim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "atelier-backups", labels: backupLabels },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "100Gi" } } },
}

function backups(image: string): CronJob {
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "atelier-backup", labels: backupLabels },
    spec: {
      schedule: "17 2 * * *",
      concurrencyPolicy: "Forbid",
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          // A complete backup with a warning: the job fails, and does not run again.
          podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [2] } }] },
          template: {
            metadata: { labels: backupLabels },
            spec: {
              ...podDefaults,
              restartPolicy: "Never",
              containers: [backupContainer(image)],
              volumes: [temporary, { name: "backups", persistentVolumeClaim: { claimName: "atelier-backups" } }],
            },
          },
        },
      },
    },
  }
}
