# Two images from one packed package: `conformance` judges a server, `sandbox` is an exchange to practise on.
#
#   npm run build && mkdir -p dist/release && npm pack --ignore-scripts --pack-destination dist/release
#   docker build --target sandbox --build-arg NODE_DIGEST=sha256:… --tag futures-sandbox .
#   docker run --rm --publish 8080:8080 futures-sandbox
#   docker build --target conformance --build-arg NODE_DIGEST=sha256:… --tag futures-conformance .
#   mkdir -p reports
#   docker run --rm --network host --user "$(id -u)" --volume "$PWD/reports:/reports" --env FUTURES_URL=http://127.0.0.1:8080 \
#     --env FUTURES_API_KEY --env FUTURES_API_SECRET futures-conformance
#
# The sandbox prints its key and secret, the same ones for the same --seed; --env without a value passes them on from your shell.
# NODE_DIGEST has no default: look up the digest of the image that you trust (docker buildx imagetools inspect node:24-slim).
# It was built and tried with Buildah and an image of Debian with Node.js; no Docker engine has built it yet.
ARG NODE_TAG=24-slim
ARG NODE_DIGEST

FROM node:${NODE_TAG}@${NODE_DIGEST} AS package
WORKDIR /opt/futures
COPY dist/release/*.tgz /tmp/package/
RUN echo '{"private":true}' > package.json \
    && npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/package/*.tgz

FROM node:${NODE_TAG}@${NODE_DIGEST} AS run
ENV NODE_ENV=production
COPY --from=package /opt/futures /opt/futures
USER node
WORKDIR /home/node
# Node.js is process 1 here: it has to be told to stop.
STOPSIGNAL SIGINT
ENTRYPOINT ["node", "/opt/futures/node_modules/futures-trading-client/dist/src/cli/main.js"]

FROM run AS sandbox
EXPOSE 8080
CMD ["sandbox", "--host", "0.0.0.0", "--port", "8080"]

FROM run AS conformance
# Reports go to /reports, and so does the journal of mode mutate, which must outlive the container:
# docker run --volume "$PWD/reports:/reports" …
USER root
RUN mkdir /reports && chown node:node /reports
USER node
WORKDIR /reports
VOLUME /reports
CMD ["conformance", "--report", "html=/reports/report.html", "--report", "junit=/reports/report.xml"]
