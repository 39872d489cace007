export { assertTaskSize, backgroundTaskJob, backgroundTaskPartition, createTask } from "./create-task.ts";
export { taskRoutes } from "./routes.ts";
export { backgroundTaskHandler, sweepTasks } from "./run-task.ts";
export { defineTaskKind, type TaskContext, type TaskKind, type TaskKinds } from "./task-kind.ts";
