# The server's dependencies are installed in one stage; the next one has those of the set-up too, which generates what
# follows from the code, builds the console and bundles the server. The last one gets what the server needs of both.
FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
# The image has its own Node: the one among the optional dependencies stays out.
RUN npm ci --omit=dev --omit=optional --workspaces=false --no-audit --no-fund

FROM node:26-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY console ./console
COPY src ./src
RUN node scripts/setup.cjs

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json package-lock.json LICENSE NOTICE README.md ./
COPY --from=built /app/src ./src
COPY --from=built /app/scripts ./scripts
COPY --from=built /app/console/dist ./console/dist
COPY --from=built /app/build ./build
RUN mkdir /data && chown node:node /data
USER node
# In the sandbox the keys are here, in sandbox-client.json and sandbox-operator.json; they are shown nowhere over HTTP.
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and gets SIGTERM, on which it stops within 10 seconds.
CMD ["node", "scripts/start.mjs"]
