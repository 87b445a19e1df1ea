# The server's dependencies are installed in one stage, what follows from the code is generated in the next, and the console
# is built in another; the last one gets all three.
FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
# The image has its own Node: the one among the optional dependencies stays out.
RUN npm ci --omit=dev --omit=optional --workspaces=false --no-audit --no-fund

FROM dependencies AS code
COPY src ./src
COPY scripts ./scripts
RUN node scripts/generate.ts

FROM node:26-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
RUN npm ci --workspace=console --no-audit --no-fund
COPY tsconfig.json ./
COPY --from=code /app/src/client ./src/client
COPY src/csv ./src/csv
COPY src/console ./src/console
COPY console ./console
RUN npm run build --prefix console

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE README.md ./
COPY --from=code /app/src ./src
COPY --from=code /app/scripts ./scripts
COPY --from=console /app/console/dist ./console/dist
RUN mkdir /data && chown node:node /data
USER node
# In the sandbox the keys are here, in sandbox-client.json and sandbox-operator.json; they are shown nowhere over HTTP.
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and gets SIGTERM, on which it stops within 10 seconds.
CMD ["node", "scripts/start.mjs"]
